/** Texts of `components/designer`: views/panels. A function gives a sentence around its values. */
export const viewsPanelsTexts = {
  // views/panels/fields-panel
  widthOfFields: 'Width of the fields',
  hideFields: 'Hide the fields',
  showFields: 'Show the fields',
} as const
