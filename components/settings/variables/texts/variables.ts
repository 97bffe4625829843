/** Texts of `components/settings/variables`. A function gives a sentence around its values. */
export const variablesTexts = {
  variables: 'Variables',
  about: 'Values that expressions read as vars.NAME. A run keeps the values it started with.',
  add: 'Add a variable',
  noneYet: 'No variables yet',
  addFirst: 'Add a value that several workflows share, such as an address or a threshold.',
  usedBy: (workflows: string) => `read by ${workflows}`,
  unused: 'not read by a published workflow',
  changed: 'changed',
  change: (name: string) => `Change ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout: 'No published workflow reads it. This cannot be undone.',
  usedAbout: (workflows: string) => `Read by ${workflows}. New runs that read it will fail.`,
  removeLabel: 'Remove',
  save: 'Save',
  name: 'Name',
  nameHint: 'Letters, digits and _, such as BASE_URL.',
  value: 'Value',
  valueHint:
    'Text, visible to everyone who can see workflows. For a number, write int(vars.NAME). Passwords belong in Secrets.',
  description: 'Description',
} as const
