import { describe, expect, test } from 'vitest';
import { readEnvFile } from './env-file.ts';

const read = (text: string) =>
  readEnvFile(text, { names: ['PORT', 'HOST', 'SECRET'], secrets: ['SECRET'] });

describe('the .env file', () => {
  test('loses nothing to a byte order mark, lines of blanks, Windows’ line ends or export', () => {
    const text =
      '\uFEFFPORT=1\r\n \t\r\n# a comment\r\nexport HOST = a # another\r\nPATH=b\r\nTEST=c\r\n';
    expect(read(text)).toEqual({
      values: { PORT: '1', HOST: 'a', PATH: 'b', TEST: 'c' },
      problems: [],
    });
  });

  test.each([
    ['PROT=1', 'PROT: is no variable. Is PORT meant, on line 1 of .env?'],
    ['\nHOSTS=1', 'HOSTS: is no variable. Is HOST meant, on line 2 of .env?'],
    ['port=1\nsomething', '.env: line 2 is neither NAME=value nor a comment.'],
    ['PORT=30#00', 'PORT: would end at the # on line 1 of .env.'],
    ['SECRET=ab #cd', 'SECRET: would end at the # on line 1 of .env.'],
    ['SECRET=a#b', 'SECRET: would end at the # on line 1 of .env.'],
  ])('%j is said in a sentence', (text, problem) => {
    const { problems } = read(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test.each(['SECRET="a #b"', "SECRET='a#b' # a comment", 'SECRET=`a#b`'])(
    '%s is taken as it is',
    (text) => {
      expect(read(text).problems).toEqual([]);
      expect(read(text).values['SECRET']).toContain('#b');
    },
  );
});
