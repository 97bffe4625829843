/** The size of every node, in canvas pixels. */
export const nodeSize = { width: 216, height: 56 } as const

/** How a graph is fitted into its pane. */
export const fit = { padding: 0.12, maxZoom: 1 } as const
