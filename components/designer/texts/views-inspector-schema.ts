/** Texts of `components/designer`: views/inspector/schema. A function gives a sentence around its values. */
export const viewsInspectorSchemaTexts = {
  // views/inspector/schema/form-preview
  previewOf: (label: string | number) => `Preview of ${label}`,
  formPreview: 'Form preview',

  // views/inspector/schema/keyword
  ofField: (value: string | number) => `of field ${value}`,

  // views/inspector/schema/property-details
  label: 'Label',
  description: 'Description',
  default: 'Default',
  up: 'Up',
  down: 'Down',
  atLeast: 'At least',
  atMost: 'At most',
  format: 'Format',
  formatOfField: (value: string | number) => `Format of field ${value}`,
  anyText: 'Any text',
  pattern: 'Pattern',
  choicesOfField: (value: string | number) => `Choices of field ${value}`,
  choices: 'Choices',
  eachItemIs: 'Each item is',
  itemTypeOf: (value: string | number) => `Item type of ${value}`,
  anything: 'Anything',
  eachItemOf: (value: string | number) => `each item of ${value}`,

  // views/inspector/schema/property-list
  addFieldTo: (value: string | number) => `Add a field to ${value}`,
  addField: 'Add a field',

  // views/inspector/schema/property-row
  moreOptionsForField: (name: string | number) => `More options for field ${name}`,
  nameOfField: (name: string | number) => `Name of field ${name}`,
  typeOfField: (name: string | number) => `Type of field ${name}`,
  required: 'Required',
  optional: 'Optional',
  isRequired: (name: string | number) => `${name} is required`,
  removeField: (name: string | number) => `Remove field ${name}`,

  // views/inspector/schema/schema-field
  hideFormPreview: 'Hide form preview',
  showFormPreview: 'Show form preview',
  showAsListOfFields: 'Show as a list of fields',
  showAsJSONSchema: 'Show as JSON Schema',
  showAsListOfFieldsLabel: (label: string | number) => `Show ${label} as a list of fields`,
  showAsJSONSchemaLabel: (label: string | number) => `Show ${label} as JSON Schema`,
  asJSONSchema: (label: string | number) => `${label} as JSON Schema`,

  // views/inspector/schema/schema-fields
  text: 'Text',
  wholeNumber: 'Whole number',
  yesOrNo: 'Yes or no',
} as const
