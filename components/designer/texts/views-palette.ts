/** Texts of `components/designer`: views/palette. A function gives a sentence around its values. */
export const viewsPaletteTexts = {
  // views/palette/add-button
  addAStep: 'Add step',

  // views/palette/step-picker
  add: 'adds it',
  addStep: 'Add a step',
  findStepFunctionOr: 'Find a step, function, workflow or template',
  stepsToAdd: 'Steps to add',
  noResults: 'No results',
  typeToFindMore: 'Type to find more.',
  newFunction: 'New function…',
  writesTypedFile: 'Writes a typed file into your functions folder, ready to be filled in',
  orDragOnto: 'or drag it onto the canvas',
  changeTypeOf: (retype: string | number) => `Change the type of ${retype}`,
  addStepBetweenAnd: (from: string | number, to: string | number) => `Add a step between ${from} and ${to}`,
  addStepBefore: (before: string | number) => `Add a step before ${before}`,
  addStepAfter: (from: string | number) => `Add a step after ${from}`,
  addStepIn: (loop: string | number) => `Add a step to ${loop}`,

  // views/palette/new-function-dialog
  newFunctionTitle: 'New function',
  create: 'Create function',
  name: 'Name',
  fileAndFunction: 'The file and the function in it, with a dot between them.',
  writesFile: (file: string) => `Writes ${file} into your functions folder. Existing files are never changed.`,
  created: (name: string) => `Created the function ${name}`,
  openInEditor: 'Open in editor',
} as const
