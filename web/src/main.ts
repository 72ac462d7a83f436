import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings } from "./settings.svelte";
import "./style.css";

keepSettings();
mount(App, { target: document.getElementById("app")! });

// So that the pages open without the server too; where a browser has no such thing, or not here, they are as ever
if (import.meta.env.PROD) navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
