import { expect, it } from 'vitest'
import type { Terminal } from './terminal.ts'
import { readJson, readValues } from './values.ts'

it('keeps a whole number as a text where a number would lose digits of it', async () => {
  const pairs = ['id=12345678901234567890', 'amount=24000', 'rate=-1.50', 'n=-9007199254740993', 'zip=01234', 'ok=true']
  expect(await readValues({} as Terminal, pairs, undefined)).toEqual({
    id: '12345678901234567890',
    amount: 24_000,
    rate: -1.5,
    n: '-9007199254740993',
    zip: '01234',
    ok: true,
  })
})

it('refuses a number inside of a value that would be sent as another one, and names it', async () => {
  const terminal = {} as Terminal
  const refused = /^order\.id: The number 9007199254740993 has too many digits and would become 9007199254740992/
  await expect(readValues(terminal, [], '{"order":{"id":9007199254740993}}')).rejects.toThrow(refused)
  await expect(readValues(terminal, ['order={"id":1}'], '{"order":{"id":9007199254740993}}')).rejects.toThrow(refused)
  await expect(readValues(terminal, ['order={"id":9007199254740993}'], undefined)).rejects.toThrow(/^id: The number/)
  await expect(readJson(terminal, '[1e400]')).rejects.toThrow('The number is too large.')
  expect(await readValues(terminal, ['rate=0.1234567890123456789', 'big=1e400'], '{"n":9007199254740991}')).toEqual({
    n: 9007199254740991,
    rate: '0.1234567890123456789',
    big: '1e400',
  })
})
