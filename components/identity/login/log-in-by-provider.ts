import { ask } from '../ask.ts'

interface ProviderLogin {
  readonly provider: string
  /** The page to go on to. */
  readonly to?: string | undefined
  /** The token of an invitation that the login accepts. */
  readonly invite?: string | undefined
  /** Whether the provider must ask the person again. */
  readonly fresh?: boolean
}

/** Leaves this page for the login page of a provider, which leads back. */
export async function logInByProvider(login: ProviderLogin): Promise<void> {
  const { location } = await ask<{ location: string }>('provider/login', login)
  window.location.assign(location)
}
