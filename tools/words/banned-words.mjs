// The banned words of the glossary (ARCHITECTURE.md, Glossary), as data. The
// check holds each out of the names of new types, functions, constants and
// files, so that a concept keeps one noun: the field's own.

/** Words that no part of a name may be, each with the term to use. */
export const bannedWords = {
  lookout: 'adaptive wait',
  nobody: 'none, or the noun of who is missing',
  rehearse: 'warm-up',
  rested: 'settled',
  somebody: 'the noun of who is meant: person, worker, engine',
  suspect: 'quarantine, isolated process',
  suspects: 'quarantine, isolated process',
  told: 'notified, reported or sent',
  whoever: 'the noun of who is meant: actor, caller, reader',
}

/** Names of types that say nothing about what they hold, each with what to use instead. */
export const bannedTypes = {
  Around: 'the context that it is: TemplateContext, JobContext',
  Asked: 'the request or question that it is: CallKind, RenderedTask',
  Given: 'the value that it is: Arguments, AssignedOutput; a start handed to an engine is an eager start',
  Kept: 'offloaded (large values), cached or reusable',
  Place: 'cursor (in a log), position (on a canvas), location (in a text), path (in a value)',
  Situation: 'lifecycle state, scenario, context',
  Standing: 'AuthorizationContext (rights of an actor), DisplayStatus (of a step)',
  Told: 'notified or sent',
}

/** Names that stay, by file or by name, each with the reason. The list only shrinks. */
export const exceptions = {}
