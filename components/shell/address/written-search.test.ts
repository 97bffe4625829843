import { beforeEach, describe, expect, it } from 'vitest'
import { createWrittenSearch } from './written-search.ts'

describe('what was written into the address', () => {
  let address = { pathname: '/runs/1', search: '' }
  let now = 0
  let written = createWrittenSearch(
    () => address,
    () => now,
  )
  beforeEach(() => {
    address = { pathname: '/runs/1', search: '?view=history' }
    now = 0
    written = createWrittenSearch(
      () => address,
      () => now,
    )
  })
  const write = (search: string) => {
    written.write(search)
    address = { ...address, search }
  }
  const pass = (ms: number) => {
    now += ms
  }
  const current = () => written.current().toString()

  it('is what the address says', () => {
    expect(current()).toBe('view=history')
    write('?view=history&step=Pay')
    expect(current()).toBe('view=history&step=Pay')
  })

  it('stays when the router puts an earlier one back on its way there, and until it has drawn it', () => {
    write('?view=history&step=Pay')
    write('?view=history&step=Pay&at=4')
    address = { ...address, search: '?view=history' }
    expect(current()).toBe('view=history&step=Pay&at=4')
    address = { ...address, search: '?view=history&step=Pay' }
    written.drawn('?view=history&step=Pay')
    expect(current()).toBe('view=history&step=Pay&at=4')
    address = { ...address, search: '?view=history&step=Pay&at=4' }
    written.drawn('?view=history&step=Pay&at=4')
    address = { ...address, search: '?view=history' }
    expect(current()).toBe('view=history')
  })

  it('goes on from what was written when the address lags behind', () => {
    write('?step=Pay')
    address = { ...address, search: '?view=history' }
    write('?step=Pay&at=4')
    address = { ...address, search: '?step=Pay' }
    expect(current()).toBe('step=Pay&at=4')
  })

  it('may be what was there before', () => {
    write('?step=Pay')
    write('?view=history')
    address = { ...address, search: '?step=Pay' }
    expect(current()).toBe('view=history')
  })

  it.each([
    ['somebody has gone back', () => written.forget()],
    ['the page is another one', () => Object.assign(address, { pathname: '/runs/2' })],
    ['the router has not come to it for long', () => pass(10_000)],
    ['the address has gone on', () => Object.assign(address, { search: '?view=tree' })],
  ])('counts no longer when %s', (_when, happens) => {
    write('?view=history&step=Pay')
    address = { ...address, search: '?view=history' }
    happens()
    expect(current()).toBe(address.search.slice(1))
  })
})
