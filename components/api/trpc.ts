import { createTRPCContext } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#server/api/router.ts'

const context = createTRPCContext<AppRouter>()

/** The procedures as query and mutation options: `useQuery(useApi().runs.list.queryOptions({ … }))`. */
export const useApi = context.useTRPC
/** The procedures as plain calls, for code outside of component state. */
export const useApiClient = context.useTRPCClient
export const ApiContextProvider = context.TRPCProvider
