/** Texts of `components/help`. A function gives a sentence around its values. */
export const helpTexts = {
  // doc-content
  example: 'Example',
  linkToThisSection: 'Link to this section',
  table: 'Table',

  // help-page
  help: 'Help',
  contents: 'Contents',
  onThisPage: 'On this page',
  loadingHelp: 'Loading help',
  howCanWeHelp: 'How can we help?',
  everythingAboutHeddle: 'All pages are part of this installation and need no internet connection.',
  previous: 'Previous',
  next: 'Next',
  keyboardShortcuts: 'Keyboard shortcuts',

  // help-search
  searchHelp: 'Search help',
  searchPlaceholder: 'Search help',
  noResults: 'No results',
  tryAnotherWord: 'Try another word, or browse the contents.',
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const
