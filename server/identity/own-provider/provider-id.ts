const prefix = 'owner.'

/**
 * The id of an owner's own provider, part of the address that it redirects to. The address is known before the provider
 * is set up, since it must be registered there first.
 */
export const ownProviderId = (ownerId: string): string => `${prefix}${ownerId}`

/** The owner whose own provider has the id; null for an id of the installation's providers. */
export const ownerOfProviderId = (id: string): string | null => (id.startsWith(prefix) ? id.slice(prefix.length) : null)
