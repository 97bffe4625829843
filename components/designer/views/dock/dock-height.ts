/** The default height of the panel below the canvas, in pixels, until the user drags its edge. */
export const usualDockHeight = 228
