/** The palette's search field: `n` goes there. */
export const paletteSearchId = 'palette-search'
