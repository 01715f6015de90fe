"""Games that live only in the tests."""
