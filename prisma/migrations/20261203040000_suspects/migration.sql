-- Suspects run in processes of their own: nothing has to be put down for the case that the engine dies of one.
ALTER TABLE "engine" DROP COLUMN "alone";
