// The bundles of `npm start -- --debug` hold other timeouts (lib/build/debug.ts).
export const CONNECT_TIMEOUT_MS = 500;
export const ATTEMPT_TIMEOUT_MS = 1000;
