// Whether an address leads here from this computer alone.
export const isLocal = (host: string) => /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
