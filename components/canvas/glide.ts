const calm = '(prefers-reduced-motion: reduce)'

/** The duration of a viewport animation; zero for people who asked for reduced motion. */
export const glideMs = (ms: number): number => (window.matchMedia(calm).matches ? 0 : ms)
