/** Tells every mention of a person who has won weeks, and how many. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { seasonsQuery } from '../api/seasons.ts';
import { titles } from '../ui/Laurel.tsx';
import { titlesOf } from '../views/weeks/titles.ts';

export function Champions() {
  const { data } = useQuery(seasonsQuery());
  useEffect(() => {
    if (data) titles.set(titlesOf(data));
  }, [data]);
  return null;
}
