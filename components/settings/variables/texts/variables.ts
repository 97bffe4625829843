/** Texts of `components/settings/variables`. A function gives a sentence around its values. */
export const variablesTexts = {
  variables: 'Variables',
  about: 'Texts that every expression reads as vars.NAME. A run keeps the values that it began with.',
  add: 'Add a variable',
  noneYet: 'No variables yet',
  addFirst: 'Add an address, a sender or a threshold that several workflows share, and read it as vars.NAME.',
  usedBy: (workflows: string) => `read by ${workflows}`,
  unused: 'not read by a published workflow',
  changed: 'changed',
  change: (name: string) => `Change ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout: 'No published workflow reads it. This cannot be undone.',
  usedAbout: (workflows: string) => `Read by ${workflows}. Runs that start later and read it fail.`,
  removeLabel: 'Remove',
  save: 'Save',
  name: 'Name',
  nameHint: 'Letters, digits and _, such as BASE_URL.',
  value: 'Value',
  valueHint:
    'A text that everybody who sees workflows can read. For a number, write int(vars.NAME). Put passwords under Secrets.',
  description: 'What it is for',
} as const
