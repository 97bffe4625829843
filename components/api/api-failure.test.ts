import { expect, it } from 'vitest'
import { apiFailure } from './api-failure.ts'

it('reads what the server said', () => {
  const errors = [{ path: 'input.amount', message: 'Too small' }]
  const error = Object.assign(new Error('The input does not fit.'), {
    data: { apiCode: 'INVALID_INPUT', field: 'input.amount', errors: [...errors, 'nonsense'] },
  })
  expect(apiFailure(error)).toEqual({
    code: 'INVALID_INPUT',
    message: 'The input does not fit.',
    field: 'input.amount',
    errors,
  })
})

it('says in a sentence that nobody answered', () => {
  expect(apiFailure(new TypeError('Failed to fetch'))).toMatchObject({
    code: 'UNREACHABLE',
    message: 'Cannot reach the server.',
  })
  expect(apiFailure(new TypeError('Cannot convert undefined or null to object'))).toMatchObject({
    code: 'BROKEN',
    message: expect.stringContaining('Your runs are not affected'),
  })
  expect(apiFailure('odd')).toMatchObject({ code: 'UNREACHABLE', message: 'Something went wrong.' })
})

it('gives an answer without details the general code', () => {
  const error = Object.assign(new Error('No'), { data: { field: '' } })
  expect(apiFailure(error)).toEqual({ code: 'INTERNAL', message: 'No', field: null, errors: [] })
})

it('does not repeat what a proxy or a broken server wrote', () => {
  const error = Object.assign(new Error('Unable to transform response from server'), { name: 'TRPCClientError' })
  expect(apiFailure(error)).toMatchObject({
    code: 'UNREACHABLE',
    message: 'The server did not respond. Try again in a moment.',
  })
})

it('says of a question that is too long to be sent what to do, and does not blame the server', () => {
  const error = Object.assign(new Error('Input is too big for a single dispatch'), { name: 'TRPCClientError' })
  expect(apiFailure(error)).toMatchObject({
    code: 'TOO_LARGE',
    message: 'The request is too long. Shorten the filter.',
  })
})

it.each([
  'Failed to load chunk /_next/static/chunks/0y.js from module 5',
  'Failed to fetch dynamically imported module: https://heddle.example/a.js',
])('asks for a reload where a script of the page is missing: %s', (message) => {
  expect(apiFailure(new Error(message))).toMatchObject({
    code: 'INCOMPLETE',
    message: expect.stringContaining('Reload'),
  })
})
