import { ClientError, genericGrantRequest, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import type { ProviderClient } from '../oidc/provider-client.ts'
import type { ConnectionTest } from './models.ts'

/** No code of a login: the provider judges the client before it, and then refuses it. */
const noCode = 'heddle-connection-test'

/**
 * Asks the provider for its metadata, and shows it the client's id and secret with a code that is none. A provider that
 * refuses the code alone knows the client. Nobody is logged in.
 */
export async function testConnection(client: ProviderClient, redirectUri: string): Promise<ConnectionTest> {
  const { issuer } = client.settings
  try {
    const { configuration } = await client.discovered()
    await genericGrantRequest(configuration, 'authorization_code', {
      code: noCode,
      redirect_uri: redirectUri,
      code_verifier: noCode.repeat(2),
    })
    return failed(`${issuer} has given tokens for a code that is none. Do not use it.`)
  } catch (error) {
    if (error instanceof ResponseBodyError) return judged(issuer, error.error)
    // The answer to a client that could not authenticate itself.
    if (error instanceof WWWAuthenticateChallengeError) return judged(issuer, 'invalid_client')
    return failed(problemOf(issuer, error))
  }
}

const failed = (problem: string): ConnectionTest => ({ works: false, problem })

function judged(issuer: string, code: string): ConnectionTest {
  if (code === 'invalid_grant') return { works: true }
  if (code === 'invalid_client') return failed(`${issuer} does not know this client id with this client secret.`)
  if (code === 'unauthorized_client')
    return failed(`${issuer} does not let this client log people in: allow the authorization code flow there.`)
  return failed(`${issuer} refused the client with the error ${code.slice(0, 100).replaceAll(/\p{C}/gu, ' ')}.`)
}

/** The sentence about a provider that cannot be asked. What a host has answered is not shown: the issuer may be any host. */
function problemOf(issuer: string, error: unknown): string {
  const { message } = error as Error
  if (message.startsWith('The provider says') || message.startsWith(issuer)) return message
  const isAnswer = error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' && error.code !== 'OAUTH_ABORT'
  return isAnswer
    ? `${issuer} does not answer as an OpenID Connect provider. Compare the issuer with its documents.`
    : `${issuer} cannot be reached, or leads to a private address. Check the issuer; an operator can allow a private host with HEDDLE_HTTP_ALLOW.`
}
