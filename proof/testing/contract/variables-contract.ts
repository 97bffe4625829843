import { expect, it } from 'vitest'
import type { StoreBench } from './store-bench.ts'

export function describeVariables({ at }: StoreBench): void {
  it('gives the values of the named variables of one owner, and leaves out names that it has not', async () => {
    expect(await at.store.variables('local', ['REGION'])).toEqual({})
    await at.under.saveVariables('local', { REGION: 'eu', TENANT: 'a' })
    await at.under.saveVariables('other', { REGION: 'us', ONLY_OTHER: 'b' })
    expect(await at.store.variables('local', ['REGION', 'ONLY_OTHER', 'NOTHING'])).toEqual({ REGION: 'eu' })
    expect(await at.store.variables('other', ['REGION', 'ONLY_OTHER'])).toEqual({ REGION: 'us', ONLY_OTHER: 'b' })
    expect(await at.store.variables('local', [])).toEqual({})
  })
}
