/** The id of the palette's search field, which the key `n` focuses. */
export const paletteSearchId = 'palette-search'
