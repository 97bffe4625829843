import { type Actor, localActor, localPerson, localRoles } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'

/** The cookie of the pages, and the header for programs; both hold an id, percent-encoded. */
export const actAsCookie = 'heddle-act-as'
export const actAsHeader = 'heddle-act-as'

/**
 * The actor of a request in local mode: the local user, or the person whom the user chose to act as, with exactly that
 * person's permissions. A person who is not in the directory has no permissions: the user gets an error instead of
 * acting as the administrator unawares. Only local mode calls this function; a login would not take the identity from
 * the browser.
 */
export async function localActorOf({ database }: Stores, request: Request): Promise<Actor> {
  const id = wantedPerson(request)
  if (id === null) return localActor
  const { ownerId } = localActor
  const person = id.includes('\0')
    ? null
    : await database.person.findUnique({
        where: { ownerId_id: { ownerId, id } },
        include: { groups: { select: { groupId: true }, orderBy: { groupId: 'asc' } } },
      })
  if (!person)
    return {
      ...localPerson,
      id,
      name: id,
      roles: [],
      actingAs: id,
      principalId: localActor.id,
      isGone: true,
    }
  return {
    ...localPerson,
    id: person.id,
    name: `${localActor.name} as ${person.name}`,
    groups: person.groups.map(({ groupId }) => groupId),
    roles: person.manager ? [...localRoles, 'manager'] : localRoles,
    actingAs: person.name,
    principalId: localActor.id,
  }
}

function wantedPerson(request: Request): string | null {
  const said = request.headers.get(actAsHeader) ?? cookieOf(request.headers.get('cookie') ?? '')
  if (said === null || said === '') return null
  try {
    return decodeURIComponent(said)
  } catch {
    return said
  }
}

function cookieOf(header: string): string | null {
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${actAsCookie}=`))?.slice(actAsCookie.length + 1) ?? null
}
