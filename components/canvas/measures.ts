/** The size of every node, in canvas pixels. */
export const nodeSize = { width: 216, height: 56 } as const

/** Options for fitting a graph into its pane. */
export const fit = { padding: 0.12, maxZoom: 1 } as const

/** Padding around fitted content: space for the controls and the map at the bottom, and for a bar that may appear at the top. */
const viewPadding = { top: '44px', left: '32px', right: '40px', bottom: '64px' } as const

/** A lower canvas needs its height for the steps. */
const usualHeight = 240

/** The padding around the content that is fitted into a canvas of this height. */
export const viewPaddingIn = (height: number) =>
  height < usualHeight ? ({ ...viewPadding, top: '16px', bottom: '16px' } as const) : viewPadding
