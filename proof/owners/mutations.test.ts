import { expect, it } from 'vitest'
import { mutate } from './mutations.ts'

const textsOf = (source: string) => mutate(source, 'f.ts').conditions.map(({ text }) => text)

it('finds the owner conditions of SQL', () => {
  expect(
    textsOf(`\`select from a where a.owner_id = $1 and owner_id = \${bind({ x })} and b.owner_id = a.owner_id
       and owner_id = any($2::text[]) and ($1::text is null or owner_id = $1)\``),
  ).toEqual([
    'a.owner_id = $1',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    'owner_id = ${bind({ x })}',
    'b.owner_id = a.owner_id',
    'owner_id = any($2::text[])',
    'owner_id = $1',
  ])
})

it('finds those of Prisma and of comparisons, and scopes', () => {
  expect(
    textsOf(`const where = { id, ownerId: actor.ownerId, createdBy }
      find({ where: { ownerId, name } }); find({ where: { ownerId_name: { ownerId: actor.ownerId, name } } })
      if (run.ownerId !== actor.ownerId || ownerId === actor.ownerId) throw ownerScope(actor)`),
  ).toEqual([
    'where = { id, ownerId: actor.ownerId',
    'ownerId_name: { ownerId: actor.ownerId',
    'where: { ownerId',
    'run.ownerId !== actor.ownerId',
    'ownerId === actor.ownerId',
    'ownerScope(actor)',
  ])
})

it('leaves comments and assignments alone, and lines where they are', () => {
  const source = ' * `owner_id = $1`\n// owner_id = $1\nfunction ownerScope(actor) {}\ncreate({ data: { ownerId } })'
  expect(mutate(source, 'f.ts')).toEqual({ source, conditions: [] })
  expect(mutate('\n`where owner_id = $1`', 'f.ts')).toEqual({
    source: '\n`where /*own:f.ts#1*/owner_id = $1/*own*/`',
    conditions: [{ id: 'f.ts#1', line: 2, text: 'owner_id = $1' }],
  })
})
