/** Bounds of how often one sender may do something, spread into `limits`. Local mode has none of them. */
export const rateLimits = {
  /** Attempts that may guess a secret: how many in how many seconds. A successful one does not count. */
  attempts: {
    login: {
      perAccountAndAddress: { points: 5, seconds: 15 * 60 },
      perAddress: { points: 30, seconds: 3_600 },
    },
    setup: { perAddress: { points: 5, seconds: 3_600 } },
    invitation: { perAddress: { points: 5, seconds: 3_600 } },
    /** Returns from an identity provider. There is nothing to guess; each costs a request to the provider. */
    provider: { perAddress: { points: 60, seconds: 15 * 60 } },
  },
  /** Requests of the API in a minute: by one key, one person, one owner, and one address without a login. */
  requestsPerMinute: { key: 600, person: 1_200, owner: 6_000, address: 300 },
  /**
   * Quotas of one owner unless the installation sets others: runs that have not ended, with those that other runs have
   * started; starts by people and programs in a minute; bytes of its runs.
   */
  quotas: { activeRuns: 250_000, startsPerMinute: 6_000, storedBytes: 100 * 1024 ** 3 },
  /** Steps of one owner that an engine executes at once unless the installation sets others. Further ones wait. */
  stepsAtOnce: { requests: 200, scripts: 2 },
  /** The highest number of run slots, and the longest wait for one, that an installation may set. */
  slots: { most: 1_000_000, waitSeconds: 7 * 24 * 3_600 },
  /** The bits of an IPv6 address that stand for one sender: a household or a server has that many addresses. */
  addressBits: 64,
} as const
