const calm = '(prefers-reduced-motion: reduce)'

/** How long a movement of the view takes: no time for those who asked for less motion. */
export const glideMs = (ms: number): number => (window.matchMedia(calm).matches ? 0 : ms)
