import { expect, it } from 'vitest'
import { stillWrong } from './still-wrong.ts'

it('takes back what was said of a field that is another by now, and of no other', () => {
  const errors = [
    { path: 'note', message: 'Too long.' },
    { path: '/lines/0/price', message: 'Too small.' },
    { path: 'approved', message: 'This is required.' },
    { path: '', message: 'Not accepted.' },
  ]
  const sent = { note: 'far too long', lines: [{ price: 0 }] }
  const wrong = (now: object) => stillWrong(errors, sent, now as never).map(({ path }) => path)
  expect(wrong(sent)).toEqual(['note', '/lines/0/price', 'approved', ''])
  expect(wrong({ ...sent, note: 'short' })).toEqual(['/lines/0/price', 'approved', ''])
  expect(wrong({ ...sent, lines: [{ price: 1 }], approved: true })).toEqual(['note', ''])
})
