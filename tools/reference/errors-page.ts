import { apiErrorStatus } from '#server/api-error.ts'
import { ofFailure } from './failure-meanings.ts'
import { code, page, table } from './markdown.ts'
import { ofProblem } from './problem-meanings.ts'
import { ofRefusal } from './refusal-meanings.ts'

export function errorsPage(): string {
  const refusals = Object.entries(ofRefusal) as [keyof typeof ofRefusal, string][]
  return page(
    'Errors and refusals',
    'Three kinds, kept apart: *problems* are findings about a text, *failures* happen to a step of a run and stand in its history, *refusals* answer a request that changed nothing.',
    '## Problems of a text',
    'Errors prevent publishing; warnings and hints do not. Each is shown at its line, at its field and on its step.',
    listed(ofProblem),
    '## Failures of a step',
    'What your own function throws goes by the name of its error, such as `TypeError`; an HTTP answer of an unexpected status by `HTTP_404` and the like. The names are those that `non_retryable` takes.',
    listed(ofFailure),
    '## Refusals of a request',
    'Over REST the answer is `{"error":{"code","message","field"?}}` with the HTTP status.',
    table(
      ['Code', 'HTTP', 'Meaning'],
      refusals.map(([name, meaning]) => [code(name), String(apiErrorStatus[name]), meaning]),
    ),
  )
}

function listed(meanings: Readonly<Record<string, string>>): string {
  const names = Object.keys(meanings).toSorted()
  return table(
    ['Code', 'Meaning'],
    names.map((name) => [code(name), meanings[name] ?? '']),
  )
}
