import { limits } from '#core/limits.ts'
import { diagram, extensions } from '#core/run/envelope/arrows.ts'
import { type WaitKind, waitTable } from '#core/run/plan/waits.ts'
import { phases, publicStatuses, statuses, taskStates } from '#core/run/statuses.ts'
import { phaseTransitions, publicTransitions, statusTransitions, taskTransitions } from '#core/run/transitions.ts'
import { isEnded } from '#core/run/views/status.ts'
import { type LifecycleState, viewTable } from '#core/run/views/view-table.ts'
import {
  lifecycleStateMeanings,
  ofBound,
  ofClock,
  ofPhase,
  ofPublicStatus,
  ofStatus,
  ofTaskState,
  ofVerb,
  ofWait,
} from './lifecycle-meanings.ts'
import { code, codes, minutes, page, table } from './markdown.ts'

export function lifecyclePage(): string {
  const situations = Object.keys(viewTable) as LifecycleState[]
  return page(
    'Statuses, phases and what may follow',
    'A run has one history. Four views of it answer four questions; all are computed from it and none is stored as a truth of its own. Lists and the run page show the *status*.',
    '## Views',
    table(
      ['The run is', 'Status', 'Phase', 'Public status', 'Task state'],
      situations.map((situation) => {
        const { statuses, phases, publicStatus, taskState } = viewTable[situation]
        return [lifecycleStateMeanings[situation], codes(statuses), codes(phases), code(publicStatus), code(taskState)]
      }),
    ),
    '## Status',
    'What is the run doing? With several branches it is `ACTIVE` while any step executes, otherwise the most pressing wait.',
    words(statuses, ofStatus, statusTransitions, (status) => (isEnded(status) ? 'ended' : 'live')),
    '## Phase',
    'Is the world safe?',
    words(phases, ofPhase, phaseTransitions),
    'A run whose definition has an `envelope` records each change of its phase as an event `workflow.phase.changed` with the words of the diagram. A run without one passes the phases before `RUNNING` at once.',
    table(
      ['From', 'To', 'Event', 'Result'],
      diagram.map(({ from, to, event, result }) => [code(from), code(to), code(event), result ? code(result) : '']),
    ),
    'Heddle has these arrows beside the diagram:',
    table(
      ['From', 'To', 'Event', 'Why'],
      extensions.map(({ from, to, event, extension = '' }) => [code(from), code(to), code(event), extension]),
    ),
    '## Public status',
    'What does a client of the API see?',
    words(publicStatuses, ofPublicStatus, publicTransitions),
    '## Task state',
    'What is the scheduler doing with it?',
    words(taskStates, ofTaskState, taskTransitions),
    '## Verbs',
    'A verb that does not fit is refused with `INVALID_TRANSITION` and changes nothing.',
    table(
      ['Verb', 'What it does', 'Possible while', 'Takes'],
      Object.entries(ofVerb).map(([verb, [what, when, ...takes]]) => [
        code(verb),
        what,
        when,
        codes([...takes, 'reason?']),
      ]),
    ),
    'Over REST it is `POST /v1/workflow-runs/{id}/{verb}` with what it takes as a JSON object (`mark-done` and `next-step` are written with a hyphen). The history shows who asked and the `reason`. An `Idempotency-Key` makes it one request, however often it is sent. The `actions` of a run say which verbs it would take now, and of each other why not.',
    '## Waits, and what ends them',
    `Every run that has not ended waits for something of this table, and \`cancel\` with \`force\` ends it. When a saga turns back, what is recorded and has not begun is withdrawn at once: a task that no worker has begun leaves its queue in the same transaction. What executes is waited for ${minutes(limits.run.settleMs)}, or as long as its own \`timeout_seconds\` allows; then it fails as \`ABANDONED\`, counts as not undone, and a late result changes nothing.`,
    table(
      ['The run waits', 'Ended by', 'Nobody asked for this wait'],
      Object.entries(waitTable).map(([kind, { bound, transitional }]) => [
        ofWait[kind as WaitKind],
        ofBound[bound],
        transitional ? 'yes: it ends by itself' : '',
      ]),
    ),
    '## Clocks while a run is paused',
    'A pause stops every durable deadline that would fail something, here and in the runs below. What was left of it goes on with `resume`. What fails nothing goes on, and so does the work that is in flight.',
    table(
      ['Clock', 'While the run is paused'],
      ofClock.map(([clock, held]) => [clock, held]),
    ),
    '## Done again',
    '`POST /v1/workflow-runs/{id}/rerun` makes a new run, which knows of the old one (`rerun_of`, and there `rerun_by`). It takes `version` (`own` or `newest`), `results`, `from_step?`, `input?` and `reason?`. With `results: none` it runs from the start. With `results: kept` it begins with the results that stand, but for `from_step` and all that follows. That is refused where the newest version could not have come to these results: a step with a result is gone or of another type, a choice leads elsewhere, or a step without a result comes before one. A failed run whose results are kept is acknowledged by that and goes on in the new run alone.',
    '`GET /v1/workflow-runs/{id}/preview?of=retry` `rerun`, `skip`, `mark-done` or `jump` (with the same parameters) tells before what would become of each step, and what that does outside of the run.',
  )
}

function words<Word extends string>(
  all: readonly Word[],
  meanings: Record<Word, string>,
  transitions: Record<Word, readonly Word[]>,
  kind?: (word: Word) => string,
): string {
  const followers = (word: Word) => {
    const next = transitions[word]
    if (next.length === 0) return 'nothing'
    return next.length === all.length - 1 ? 'any other' : codes(next)
  }
  return table(
    ['Word', ...(kind ? ['Kind'] : []), 'Meaning', 'May be followed by'],
    all.map((word) => [code(word), ...(kind ? [kind(word)] : []), meanings[word], followers(word)]),
  )
}
