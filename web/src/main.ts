import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings } from "./settings.svelte";
import "./style.css";

keepSettings();
mount(App, { target: document.getElementById("app")! });
