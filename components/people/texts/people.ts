/** Texts of `components/people`. A function gives a sentence around its values. */
export const peopleTexts = {
  // act-as-menu
  you: 'You',
  peopleAndGroups: 'People and groups…',
  actAsNow: (name: string | number) => `Act as, now ${name}`,
  acting: 'acting',

  // acting-notice
  actingAsAnotherPerson: 'Acting as another person',
  isNotInDirectory: (name: string | number) => `${name} is not in the directory.`,
  youAreActingAs: (name: string | number) => `You are acting as ${name}.`,
  nothingIsShownOrDone: 'Nothing is shown or done in their name.',
  yourActionsAreRecordedAs: (name: string | number) => `Your actions are recorded as “You as ${name}”.`,
  stopActing: 'Stop acting',

  // use-acting-actions
  actAs: 'Act as',
  actAsName: (name: string | number) => `Act as ${name}`,
} as const
