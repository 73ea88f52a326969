/** Apart from what opens it, for those who only look at the file: a server on MongoDB loads no SQLite. */
export const DATABASE_FILE = 'denaria.db';
