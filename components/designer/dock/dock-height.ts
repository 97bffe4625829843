/** What the panel below the canvas takes until somebody moves its edge, in pixels. */
export const usualDockHeight = 228
