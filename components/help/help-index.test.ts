import { expect, it } from 'vitest'
import { createHelpIndex } from './help-index.ts'

const sections = [
  { path: '/docs/a', page: 'Failures', title: 'Failures', text: 'What happens when a step fails.' },
  {
    path: '/docs/a#retry',
    page: 'Failures',
    title: 'Retry',
    text: `${'A sentence that says nothing about it. '.repeat(8)}The back-off grows with each attempt of the step.`,
  },
  { path: '/docs/b', page: 'Inbox', title: 'Inbox', text: 'Decide a task. A retry is no decision.' },
]

it('finds sections by the beginning of words, titles first', () => {
  const search = createHelpIndex(sections)
  expect(search('retr').map(({ path }) => path)).toEqual(['/docs/a#retry', '/docs/b'])
  expect(search('decide tas').map(({ path }) => path)).toEqual(['/docs/b'])
  expect(search('nothingtofind')).toEqual([])
})

it('forgives a wrong letter in a long word', () => {
  expect(createHelpIndex(sections)('atempt').map(({ path }) => path)).toEqual(['/docs/a#retry'])
})

it('shows the words around the match', () => {
  const [match] = createHelpIndex(sections)('attempt')
  expect(match?.excerpt).toMatch(/^….*back-off grows with each attempt of the step\.$/)
  expect(createHelpIndex(sections)('fails')[0]?.excerpt).toBe('What happens when a step fails.')
})
