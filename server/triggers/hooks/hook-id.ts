import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHARACTERS = 32

/** The random part of the address of a webhook or a form: 190 bits. */
export function newHookId(): string {
  return Array.from({ length: CHARACTERS }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export const isHookId = (text: string): boolean => /^[0-9A-Za-z]{32}$/.test(text)

/** The address of a test call has another form, so that calls of webhooks look for no test. */
const TEST = 'test-'

export const newTestId = (): string => `${TEST}${newHookId()}`

export const isTestId = (text: string): boolean => text.startsWith(TEST) && isHookId(text.slice(TEST.length))

export const formPath = (hookId: string): string => `/forms/${hookId}`

export const hookPath = (hookId: string): string => `/hooks/${hookId}`
