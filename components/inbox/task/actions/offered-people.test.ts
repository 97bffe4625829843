import { expect, it } from 'vitest'
import { offeredPeople, withoutExcluded } from './offered-people.ts'

const person = (id: string, name: string, groups: string[] = []) => ({ id, name, groups, manager: false })
const people = [
  person('ana', 'Ana López', ['credit']),
  person('ben', 'Ben', ['sales']),
  person('cleo', 'Cleo', ['credit']),
]
const ids = (typed: string, preferred: string[] = []) => offeredPeople(people, typed, preferred).map(({ id }) => id)

it('finds people by name, id or group, however it is spelled', () => {
  expect(ids('')).toEqual(['ana', 'ben', 'cleo'])
  expect(ids(' LÓP')).toEqual(['ana'])
  expect(ids('credit')).toEqual(['ana', 'cleo'])
  expect(ids('nobody')).toEqual([])
})

it('offers the people of the asked groups first', () => {
  expect(ids('', ['sales'])).toEqual(['ben', 'ana', 'cleo'])
})

it('leaves out who may not decide, by name or group', () => {
  expect(withoutExcluded(people, ['credit']).map(({ id }) => id)).toEqual(['ben'])
  expect(withoutExcluded(people, ['ben', 'nobody']).map(({ id }) => id)).toEqual(['ana', 'cleo'])
})

it('offers a screenful of a large company', () => {
  const many = Array.from({ length: 900 }, (_, index) => person(`p${index}`, 'P'))
  expect(offeredPeople(many, 'p', [])).toHaveLength(50)
})
