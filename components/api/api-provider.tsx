'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, httpLink, httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import { FileUpload } from '#components/ui/schema-form/file-upload.ts'
import type { AppRouter } from '#server/api/router.ts'
import { apiFailure } from './api-failure.ts'
import { ChangesProvider } from './changes-provider.tsx'
import { leadToLogin } from './lead-to-login.ts'
import { confirmLogin } from './login-confirmation.ts'
import { apiUrl as url } from './query-address.ts'
import { repeatAfterLogin } from './repeat-after-login.ts'
import { ApiContextProvider } from './trpc.ts'
import { uploadFile } from './upload-file.ts'

/**
 * Limits of a batch: the number of calls that the server accepts in one request (`limits.live.batchedCalls`), and a URL
 * well below a proxy's limit.
 */
const batch = { maxItems: 20, maxURLLength: 4_000 } as const
const staleMs = 5_000
const retries = 2

/** Retries only requests without an answer, or with the answer UNAVAILABLE; a refusal is final. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < retries && ['UNREACHABLE', 'UNAVAILABLE'].includes(apiFailure(error).code)
}

function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leadToLogin }),
    mutationCache: new MutationCache({ onError: leadToLogin }),
    defaultOptions: { queries: { staleTime: staleMs, retry: shouldRetry }, mutations: { retry: false } },
  })
}

/** The largest request body that a browser still sends for a closed page. */
const keptAliveCharacters = 16_000

/** Sends requests with `keepalive`, so that the last save arrives even when the page is closing. */
function fetchToTheEnd(input: RequestInfo | URL, options: object = {}): Promise<Response> {
  const init: RequestInit = options
  const small = typeof init.body === 'string' && init.body.length < keptAliveCharacters
  return fetch(input, { ...init, keepalive: small && document.visibilityState === 'hidden' })
}

function createApiClient(...before: TRPCLink<AppRouter>[]) {
  return createTRPCClient<AppRouter>({
    links: [
      ...before,
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url }),
        false: splitLink({
          condition: (operation) => operation.context.alone === true,
          true: httpLink({ url }),
          false: httpBatchLink({ url, ...batch, fetch: fetchToTheEnd }),
        }),
      }),
    ],
  })
}

export interface ApiProviderProps {
  /** The cursor of the change stream at the time when the server rendered the page. */
  changesFrom: string | null
  children: ReactNode
}

export function ApiProvider({ changesFrom, children }: ApiProviderProps) {
  const [queryClient] = useState(createQueryClient)
  const [trpcClient] = useState(() => createApiClient(repeatAfterLogin(confirmLogin)))
  return (
    <QueryClientProvider client={queryClient}>
      <ApiContextProvider trpcClient={trpcClient} queryClient={queryClient}>
        <FileUpload value={uploadFile}>
          <ChangesProvider from={changesFrom}>{children}</ChangesProvider>
        </FileUpload>
      </ApiContextProvider>
    </QueryClientProvider>
  )
}

/** The API for a page without a session: nothing is watched there. */
export function OpenApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  const [trpcClient] = useState(() => createApiClient())
  return (
    <QueryClientProvider client={queryClient}>
      <ApiContextProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </ApiContextProvider>
    </QueryClientProvider>
  )
}
