/** The size of every node, in canvas pixels. */
export const nodeSize = { width: 216, height: 56 } as const

/** How a graph is fitted into its pane. */
export const fit = { padding: 0.12, maxZoom: 1 } as const

/** Room around what is fitted into a canvas: for the controls and the map at its bottom, for a bar that may come above it. */
export const viewPadding = { top: '44px', left: '32px', right: '40px', bottom: '64px' } as const
