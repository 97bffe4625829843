/** Texts of `components/designer`: views/values. A function gives a sentence around its values. */
export const viewsValuesTexts = {
  // views/values/value-list
  insertValue: 'Insert a value',
  findValue: 'Find a value',
  values: 'Values',
  noValue: 'No value has this name here.',
  valuesOf: (origin: string) => `Values from the ${origin}`,
  groups: {
    item: 'Current item',
    input: 'Input',
    state: 'State',
    steps: 'Outputs of steps',
    run: 'Run',
    secrets: 'Secrets',
  },

  // views/values/values-panel
  copied: (path: string) => `Copied ${path}`,

  // views/expression/expression-input
  insertValueInto: (label: string) => `Insert a value into ${label}`,
} as const
