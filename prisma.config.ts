import { defineConfig } from 'prisma/config'

/** For the Prisma CLI. The database's address is given at run time (server/db/client.ts), never here. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
})
