import { expect, it } from 'vitest'
import { localActor, localPerson } from './actor.ts'
import { FRESH_LOGIN_MS, requireFreshLogin } from './fresh-login.ts'

const at = 1_000_000
const ana = { ...localPerson, id: 'ana', login: { sessionId: 's', userId: 'u', at } }

it('asks for a login of the last ten minutes, and for none in local mode (access 6; ASVS 7.5.1, 7.5.3)', () => {
  expect(() => requireFreshLogin(ana, at + FRESH_LOGIN_MS)).not.toThrow()
  expect(() => requireFreshLogin(localActor, at)).not.toThrow()
  expect(() => requireFreshLogin({ ...localPerson, actingAs: 'Ana' }, at)).not.toThrow()
  expect(() => requireFreshLogin(ana, at + FRESH_LOGIN_MS + 1)).toThrow(
    expect.objectContaining({ code: 'LOGIN_TOO_OLD' }),
  )
  expect(() => requireFreshLogin({ ...localPerson, id: 'ana' }, at)).toThrow(
    expect.objectContaining({ code: 'LOGIN_TOO_OLD' }),
  )
  const key = { id: 'k', permissions: [] }
  expect(() => requireFreshLogin({ ...ana, key }, at)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }))
})
