import { scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashOfPassword, isPassword, requireGoodPassword } from './passwords.ts'

const ada = { name: 'Ada Alves', email: 'ada.alves@example.com' }
const faultOf = (password: string, context = {}) =>
  requireGoodPassword(password, context).then(
    () => null,
    (error: Error) => error.message,
  )

it('a password is taken with letters, digits and marks of any kind, or without (access 5; ASVS 6.2.1, 6.2.5, 6.2.9)', async () => {
  for (const good of [
    'four words are enough',
    'lettersonlyarefine',
    '839201847562039',
    '!?%&/()=+#-_.:,;',
    'пароль из слов',
    '🧵🪡'.repeat(6),
    'x'.repeat(100),
  ])
    expect(await faultOf(good, ada), good).toBeNull()
  expect(await faultOf('eleven char')).toContain('at least 12')
  expect(await faultOf('🧵'.repeat(11))).toContain('at least 12')
})

it.each([
  'qwerty123456',
  'Q1W2E3R4T5Y6',
  'password1234',
  '2026Sunshine!',
  'iloveyou....',
  '123iloveyou!',
  'monkeymonkey',
  'ｑｗｅｒｔｙ123456',
])('%s is among the passwords of known breaches, padded or twice (access 5; ASVS 6.2.4, 6.2.12)', async (password) => {
  expect(await faultOf(password)).toContain('one of the commonest')
})

it.each(['heddle-heddle', 'Heddle2026!!', 'AdaAlves1999!', 'ada.alves@2026', 'alves12345678'])(
  '%s is made of words that documentation names: the name, the e-mail, the product (access 5; ASVS 6.2.11)',
  async (password) => {
    expect(await faultOf(password, ada)).toContain('your name, your mail address or the word Heddle')
  },
)

it('words of the account may stand among others', async () => {
  expect(await faultOf('ada drinks her tea cold', ada)).toBeNull()
  expect(await faultOf('the heddle lifts a thread', ada)).toBeNull()
})

it('is stored as a salted hash of scrypt, and told apart in every character (access 5; ASVS 6.2.8, 11.4.2)', async () => {
  const password = 'Four words ARE enough '
  const stored = await hashOfPassword(password)
  const [salt = '', key] = stored.split(':')
  expect(salt).toMatch(/^[0-9a-f]{32}$/)
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }
  expect(scryptSync(password, salt, 64, cost).toString('hex')).toBe(key)
  expect(await hashOfPassword(password)).not.toBe(stored)
  expect(await isPassword(stored, password)).toBe(true)
  for (const other of [password.toLowerCase(), password.trim(), password.slice(0, 20), `${password}x`])
    expect(await isPassword(stored, other), other).toBe(false)
})
