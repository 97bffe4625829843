/** The size of every node, in canvas pixels. */
export const nodeSize = { width: 216, height: 56 } as const

/** The sizes of the nodes that are drawn for the start and for an end. */
export const terminalSizes = {
  start: { width: 216, height: 44 },
  end: { width: 136, height: 32 },
  fork: { width: 168, height: 32 },
  join: { width: 168, height: 32 },
} as const

/**
 * The zoom of a fit. Below the least zoom the words on a step would be smaller than 11 pixels on the screen: then a part
 * of the drawing is shown. Above the most, steps would be larger than life.
 */
export const fitZoom = { least: 0.7, most: 1 } as const
/** From this zoom on, words of the usual size, 12 pixels and more, have 11 pixels on the screen. */
export const nearZoom = 0.92

/** Padding around fitted content: space for the controls and the map at the bottom, and for a bar that may appear at the top. */
const viewPadding = { top: '44px', left: '32px', right: '40px', bottom: '64px' } as const

/** A lower canvas needs its height for the steps. */
const usualHeight = 320

/** The padding around the content that is fitted into a canvas of this height. */
export const viewPaddingIn = (height: number) =>
  height < usualHeight ? ({ ...viewPadding, top: '16px', bottom: '16px' } as const) : viewPadding

/** The id of the handle from which failure edges leave. */
export const failureHandle = 'failure'
