/// A few packages of Debian 12, for machines that have no index of their own.
enum Excerpt {
  /// The records, as the index has them; fields that the catalogue does not use are left out.
  static let text = #"""
    Package: base-files
    Priority: required
    Section: admin
    Installed-Size: 341
    Maintainer: Santiago Vila <sanvila@debian.org>
    Architecture: amd64
    Version: 12.4+deb12u11
    Pre-Depends: awk
    Description: Debian base system miscellaneous files
     This package contains the basic filesystem hierarchy of a Debian system, and
     several important miscellaneous files, such as /etc/debian_version,
     /etc/host.conf, /etc/issue, /etc/motd, /etc/profile, and others,
     and the text of several common licenses in use on Debian systems.

    Package: base-passwd
    Priority: required
    Section: admin
    Installed-Size: 247
    Maintainer: Colin Watson <cjwatson@debian.org>
    Architecture: amd64
    Version: 3.6.1
    Depends: libc6 (>= 2.34), libdebconfclient0 (>= 0.145), libselinux1 (>= 3.1~)
    Description: Debian base system master password and group files
     These are the canonical master copies of the user database files
     (/etc/passwd and /etc/group), containing the Debian-allocated user and
     group IDs. The update-passwd tool is provided to keep the system databases
     synchronized with these master files.

    Package: bash
    Priority: required
    Section: shells
    Installed-Size: 7164
    Maintainer: Matthias Klose <doko@debian.org>
    Architecture: amd64
    Version: 5.2.15-2+b8
    Depends: base-files (>= 2.1.12), debianutils (>= 5.6-0.1)
    Pre-Depends: libc6 (>= 2.36), libtinfo6 (>= 6)
    Description: GNU Bourne Again SHell
     Bash is an sh-compatible command language interpreter that executes
     commands read from the standard input or from a file.  Bash also
     incorporates useful features from the Korn and C shells (ksh and csh).
    Homepage: http://tiswww.case.edu/php/chet/bash/bashtop.html

    Package: bsdutils
    Priority: required
    Section: utils
    Installed-Size: 355
    Maintainer: util-linux packagers <util-linux@packages.debian.org>
    Architecture: amd64
    Version: 1:2.38.1-5+deb12u3
    Pre-Depends: libc6 (>= 2.34), libsystemd0
    Description: basic utilities from 4.4BSD-Lite
     This package contains the bare minimum of BSD utilities needed for a Debian
     system: logger, renice, script, scriptlive, scriptreplay and wall. The
     remaining standard BSD utilities are provided by bsdextrautils.
    Homepage: https://www.kernel.org/pub/linux/utils/util-linux/

    Package: coreutils
    Priority: required
    Section: utils
    Installed-Size: 18062
    Maintainer: Michael Stone <mstone@debian.org>
    Architecture: amd64
    Version: 9.1-1
    Pre-Depends: libacl1 (>= 2.2.23), libattr1 (>= 1:2.4.44), libc6 (>= 2.34),
     libgmp10 (>= 2:6.2.1+dfsg1), libselinux1 (>= 3.1~)
    Description: GNU core utilities
     This package contains the basic file, shell and text manipulation
     utilities which are expected to exist on every operating system.
    Homepage: http://gnu.org/software/coreutils

    Package: dash
    Priority: required
    Section: shells
    Installed-Size: 191
    Maintainer: Andrej Shadura <andrewsh@debian.org>
    Architecture: amd64
    Version: 0.5.12-2
    Depends: debianutils (>= 5.6-0.1), dpkg (>= 1.19.1)
    Pre-Depends: libc6 (>= 2.34)
    Description: POSIX-compliant shell
     The Debian Almquist Shell (dash) is a POSIX-compliant shell derived
     from ash.
    Homepage: http://gondor.apana.org.au/~herbert/dash/

    Package: debconf
    Priority: required
    Section: admin
    Installed-Size: 491
    Maintainer: Debconf Developers <debconf-devel@lists.alioth.debian.org>
    Architecture: all
    Version: 1.5.82
    Description: Debian configuration management system
     Debconf is a configuration management system for debian packages. Packages
     use Debconf to ask questions when they are installed.

    Package: debianutils
    Priority: required
    Section: utils
    Installed-Size: 243
    Maintainer: Clint Adams <clint@debian.org>
    Architecture: amd64
    Version: 5.7-0.5~deb12u1
    Pre-Depends: libc6 (>= 2.34)
    Description: Miscellaneous utilities specific to Debian
     This package provides a number of small utilities which are used
     primarily by the installation scripts of Debian packages, although
     you may use them directly.

    Package: diffutils
    Priority: required
    Section: utils
    Installed-Size: 1598
    Maintainer: Santiago Vila <sanvila@debian.org>
    Architecture: amd64
    Version: 1:3.8-4
    Pre-Depends: libc6 (>= 2.34)
    Description: File comparison utilities
     The diffutils package provides the diff, diff3, sdiff, and cmp programs.
    Homepage: https://www.gnu.org/software/diffutils/

    Package: dpkg
    Priority: required
    Section: admin
    Installed-Size: 6409
    Maintainer: Dpkg Developers <debian-dpkg@lists.debian.org>
    Architecture: amd64
    Version: 1.21.22
    Depends: tar (>= 1.28-1)
    Pre-Depends: libbz2-1.0, libc6 (>= 2.34), liblzma5 (>= 5.4.0), libmd0 (>= 0.0.0),
     libselinux1 (>= 3.1~), libzstd1 (>= 1.5.2), zlib1g (>= 1:1.1.4)
    Description: Debian package management system
     This package provides the low-level infrastructure for handling the
     installation and removal of Debian software packages.
    Homepage: https://wiki.debian.org/Teams/Dpkg

    Package: findutils
    Priority: required
    Section: utils
    Installed-Size: 1746
    Maintainer: Andreas Metzler <ametzler@debian.org>
    Architecture: amd64
    Version: 4.9.0-4
    Pre-Depends: libc6 (>= 2.34), libselinux1 (>= 3.1~)
    Description: utilities for finding files--find, xargs
     GNU findutils provides utilities to find files meeting specified
     criteria and perform various actions on the files which are found.
     This package contains 'find' and 'xargs'; however, 'locate' has
     been split off into a separate package.
    Homepage: https://savannah.gnu.org/projects/findutils/

    Package: gcc-12-base
    Priority: optional
    Section: libs
    Installed-Size: 100
    Maintainer: Debian GCC Maintainers <debian-gcc@lists.debian.org>
    Architecture: amd64
    Version: 12.2.0-14+deb12u1
    Description: GCC, the GNU Compiler Collection (base package)
     This package contains files common to all languages and libraries
     contained in the GNU Compiler Collection (GCC).
    Homepage: http://gcc.gnu.org/

    Package: grep
    Priority: required
    Section: utils
    Installed-Size: 1245
    Maintainer: Anibal Monsalve Salazar <anibal@debian.org>
    Architecture: amd64
    Version: 3.8-5
    Depends: dpkg (>= 1.15.4) | install-info
    Pre-Depends: libc6 (>= 2.34), libpcre2-8-0 (>= 10.32)
    Description: GNU grep, egrep and fgrep
     'grep' is a utility to search for text in files; it can be used from the
     command line or in scripts.  Even if you don't want to use it, other packages
     on your system probably will.
    Homepage: https://www.gnu.org/software/grep/

    Package: gzip
    Priority: required
    Section: utils
    Installed-Size: 252
    Maintainer: Milan Kupcevic <milan@debian.org>
    Architecture: amd64
    Version: 1.12-1
    Depends: dpkg (>= 1.15.4) | install-info
    Pre-Depends: libc6 (>= 2.33)
    Description: GNU compression utilities
     This package provides the standard GNU file compression utilities, which
     are also the default compression tools for Debian.  They typically operate
     on files with names ending in '.gz', but can also decompress files ending
     in '.Z' created with 'compress'.
    Homepage: https://www.gnu.org/software/gzip/

    Package: hostname
    Priority: required
    Section: admin
    Installed-Size: 46
    Maintainer: Michael Meskes <meskes@debian.org>
    Architecture: amd64
    Version: 3.23+nmu1
    Pre-Depends: libc6 (>= 2.34)
    Description: utility to set/show the host name or domain name
     This package provides commands which can be used to display the system's
     DNS name, and to display or set its hostname or NIS domain name.

    Package: init-system-helpers
    Priority: required
    Section: admin
    Installed-Size: 140
    Maintainer: Debian systemd Maintainers <pkg-systemd-maintainers@lists.alioth.debian.org>
    Architecture: all
    Version: 1.65.2
    Depends: usrmerge | usr-is-merged
    Description: helper tools for all init systems
     This package contains helper tools that are necessary for switching between
     the various init systems that Debian contains (e. g. sysvinit or
     systemd). An example is deb-systemd-helper, a script that enables systemd unit
     files without depending on a running systemd.

    Package: libacl1
    Priority: optional
    Section: libs
    Installed-Size: 73
    Maintainer: Guillem Jover <guillem@debian.org>
    Architecture: amd64
    Version: 2.3.1-3
    Depends: libc6 (>= 2.33)
    Description: access control list - shared library
     This package contains the shared library containing the POSIX 1003.1e
     draft standard 17 functions for manipulating access control lists.
    Homepage: https://savannah.nongnu.org/projects/acl/

    Package: libattr1
    Priority: optional
    Section: libs
    Installed-Size: 59
    Maintainer: Guillem Jover <guillem@debian.org>
    Architecture: amd64
    Version: 1:2.5.1-4
    Depends: libc6 (>= 2.4)
    Description: extended attribute handling - shared library
     Contains the runtime environment required by programs that make use
     of extended attributes.
    Homepage: https://savannah.nongnu.org/projects/attr/

    Package: libaudit-common
    Priority: optional
    Section: libs
    Installed-Size: 22
    Maintainer: Laurent Bigonville <bigon@debian.org>
    Architecture: all
    Version: 1:3.0.9-1
    Description: Dynamic library for security auditing - common files
     The audit-libs package contains the dynamic libraries needed for
     applications to use the audit framework. It is used to monitor systems for
     security related events.
    Homepage: https://people.redhat.com/sgrubb/audit/

    Package: libaudit1
    Priority: optional
    Section: libs
    Installed-Size: 150
    Maintainer: Laurent Bigonville <bigon@debian.org>
    Architecture: amd64
    Version: 1:3.0.9-1
    Depends: libaudit-common (>= 1:3.0.9-1), libc6 (>= 2.33), libcap-ng0 (>= 0.7.9)
    Description: Dynamic library for security auditing
     The audit-libs package contains the dynamic libraries needed for
     applications to use the audit framework. It is used to monitor systems for
     security related events.
    Homepage: https://people.redhat.com/sgrubb/audit/

    Package: libblkid1
    Priority: optional
    Section: libs
    Installed-Size: 398
    Maintainer: util-linux packagers <util-linux@packages.debian.org>
    Architecture: amd64
    Version: 2.38.1-5+deb12u3
    Depends: libc6 (>= 2.33)
    Description: block device ID library
     The blkid library allows system programs such as fsck and mount to
     quickly and easily find block devices by filesystem UUID or label.
     This allows system administrators to avoid specifying filesystems by
     hard-coded device names and use a logical naming system instead.
    Homepage: https://www.kernel.org/pub/linux/utils/util-linux/

    Package: libc-bin
    Priority: required
    Section: libs
    Installed-Size: 2042
    Maintainer: GNU Libc Maintainers <debian-glibc@lists.debian.org>
    Architecture: amd64
    Version: 2.36-9+deb12u14
    Depends: libc6 (>> 2.36), libc6 (<< 2.37)
    Description: GNU C Library: Binaries
     This package contains utility programs related to the GNU C Library.
    Homepage: https://www.gnu.org/software/libc/libc.html

    Package: libc6
    Priority: optional
    Section: libs
    Installed-Size: 13001
    Maintainer: GNU Libc Maintainers <debian-glibc@lists.debian.org>
    Architecture: amd64
    Version: 2.36-9+deb12u14
    Depends: libgcc-s1
    Description: GNU C Library: Shared libraries
     Contains the standard libraries that are used by nearly all programs on
     the system. This package includes shared versions of the standard C library
     and the standard math library, as well as many others.
    Homepage: https://www.gnu.org/software/libc/libc.html

    Package: libcap-ng0
    Priority: optional
    Section: libs
    Installed-Size: 65
    Maintainer: Håvard F. Aasen <havard.f.aasen@pfft.no>
    Architecture: amd64
    Version: 0.8.3-1+b3
    Depends: libc6 (>= 2.33)
    Description: alternate POSIX capabilities library
     This library implements the user-space interfaces to the POSIX
     1003.1e capabilities available in Linux kernels.  These capabilities are
     a partitioning of the all powerful root privilege into a set of distinct
     privileges.
    Homepage: https://people.redhat.com/sgrubb/libcap-ng

    Package: libcrypt1
    Priority: optional
    Section: libs
    Installed-Size: 233
    Maintainer: Marco d'Itri <md@linux.it>
    Architecture: amd64
    Version: 1:4.4.33-2
    Depends: libc6 (>= 2.36)
    Description: libcrypt shared library
     libxcrypt is a modern library for one-way hashing of passwords.
     It supports DES, MD5, NTHASH, SUNMD5, SHA-2-256, SHA-2-512, and
     bcrypt-based password hashes
     It provides the traditional Unix 'crypt' and 'crypt_r' interfaces,
     as well as a set of extended interfaces like 'crypt_gensalt'.

    Package: libdb5.3
    Priority: optional
    Section: libs
    Installed-Size: 1833
    Maintainer: Bastian Germann <bage@debian.org>
    Architecture: amd64
    Version: 5.3.28+dfsg2-1
    Depends: libc6 (>= 2.34)
    Description: Berkeley v5.3 Database Libraries [runtime]
     This is the runtime package for programs that use the v5.3 Berkeley
     database library.

    Package: libdebconfclient0
    Priority: optional
    Section: libs
    Installed-Size: 37
    Maintainer: Debian Install System Team <debian-boot@lists.debian.org>
    Architecture: amd64
    Version: 0.270
    Depends: libc6 (>= 2.4)
    Description: Debian Configuration Management System (C-implementation library)
     Debconf is a configuration management system for Debian packages. It is
     used by some packages to prompt you for information before they are
     installed. cdebconf is a reimplementation of the original debconf in C.

    Package: libgcc-s1
    Priority: optional
    Section: libs
    Installed-Size: 140
    Maintainer: Debian GCC Maintainers <debian-gcc@lists.debian.org>
    Architecture: amd64
    Version: 12.2.0-14+deb12u1
    Depends: gcc-12-base (= 12.2.0-14+deb12u1), libc6 (>= 2.35)
    Description: GCC support library
     Shared version of the support library, a library of internal subroutines
     that GCC uses to overcome shortcomings of particular machines, or
     special needs for some languages.
    Homepage: http://gcc.gnu.org/

    Package: libgmp10
    Priority: optional
    Section: libs
    Installed-Size: 855
    Maintainer: Debian Science Team <debian-science-maintainers@lists.alioth.debian.org>
    Architecture: amd64
    Version: 2:6.2.1+dfsg1-1.1
    Depends: libc6 (>= 2.14)
    Description: Multiprecision arithmetic library
     GNU MP is a programmer's library for arbitrary precision
     arithmetic (ie, a bignum package).  It can operate on signed
     integer, rational, and floating point numeric types.
    Homepage: https://gmplib.org/

    Package: liblzma5
    Priority: optional
    Section: libs
    Installed-Size: 333
    Maintainer: Sebastian Andrzej Siewior <sebastian@breakpoint.cc>
    Architecture: amd64
    Version: 5.4.1-1
    Depends: libc6 (>= 2.34)
    Description: XZ-format compression library
     XZ is the successor to the Lempel-Ziv/Markov-chain Algorithm
     compression format, which provides memory-hungry but powerful
     compression (often better than bzip2) and fast, easy decompression.
    Homepage: https://tukaani.org/xz/

    Package: libmd0
    Priority: optional
    Section: libs
    Installed-Size: 79
    Maintainer: Guillem Jover <guillem@debian.org>
    Architecture: amd64
    Version: 1.0.4-2
    Depends: libc6 (>= 2.33)
    Description: message digest functions from BSD systems - shared library
     The libmd library provides various message digest ("hash") functions,
     as found on various BSDs on a library with the same name and with a
     compatible API.
    Homepage: https://www.hadrons.org/software/libmd/

    Package: libmount1
    Priority: optional
    Section: libs
    Installed-Size: 454
    Maintainer: util-linux packagers <util-linux@packages.debian.org>
    Architecture: amd64
    Version: 2.38.1-5+deb12u3
    Depends: libblkid1 (>= 2.17.2), libc6 (>= 2.34), libselinux1 (>= 3.1~)
    Description: device mounting library
     This device mounting library is used by mount and umount helpers.
    Homepage: https://www.kernel.org/pub/linux/utils/util-linux/

    Package: libpam0g
    Priority: optional
    Section: libs
    Installed-Size: 215
    Maintainer: Sam Hartman <hartmans@debian.org>
    Architecture: amd64
    Version: 1.5.2-6+deb12u1
    Depends: libaudit1 (>= 1:2.2.1), libc6 (>= 2.34), debconf (>= 0.5) | debconf-2.0
    Description: Pluggable Authentication Modules library
     Contains the shared library for Linux-PAM, a library that enables the
     local system administrator to choose how applications authenticate users.
     In other words, without rewriting or recompiling a PAM-aware application,
     it is possible to switch between the authentication mechanism(s) it uses.
     One may entirely upgrade the local authentication system without touching
     the applications themselves.
    Homepage: http://www.linux-pam.org/

    Package: libpcre2-8-0
    Priority: optional
    Section: libs
    Installed-Size: 685
    Maintainer: Matthew Vernon <matthew@debian.org>
    Architecture: amd64
    Version: 10.42-1
    Depends: libc6 (>= 2.34)
    Description: New Perl Compatible Regular Expression Library- 8 bit runtime files
     This is PCRE2, the new implementation of PCRE, a library of functions
     to support regular expressions whose syntax and semantics are as
     close as possible to those of the Perl 5 language. New projects
     should use this library in preference to the older library,
     confusingly called pcre3 in Debian.
    Homepage: https://pcre.org/

    Package: libselinux1
    Priority: optional
    Section: libs
    Installed-Size: 199
    Maintainer: Debian SELinux maintainers <selinux-devel@lists.alioth.debian.org>
    Architecture: amd64
    Version: 3.4-1+b6
    Depends: libc6 (>= 2.34), libpcre2-8-0 (>= 10.22)
    Description: SELinux runtime shared libraries
     This package provides the shared libraries for Security-enhanced
     Linux that provides interfaces (e.g. library functions for the
     SELinux kernel APIs like getcon(), other support functions like
     getseuserbyname()) to SELinux-aware applications. Security-enhanced
     Linux is a patch of the Linux kernel and a number of utilities with
     enhanced security functionality designed to add mandatory access
     controls to Linux.  The Security-enhanced Linux kernel contains new
     architectural components originally developed to improve the security
     of the Flask operating system. These architectural components provide
     general support for the enforcement of many kinds of mandatory access
     control policies, including those based on the concepts of Type
     Enforcement, Role-based Access Control, and Multi-level Security.
    Homepage: https://selinuxproject.org

    Package: libsmartcols1
    Priority: optional
    Section: libs
    Installed-Size: 289
    Maintainer: util-linux packagers <util-linux@packages.debian.org>
    Architecture: amd64
    Version: 2.38.1-5+deb12u3
    Depends: libc6 (>= 2.33)
    Description: smart column output alignment library
     This smart column output alignment library is used by fdisk utilities.
    Homepage: https://www.kernel.org/pub/linux/utils/util-linux/

    Package: libtinfo6
    Priority: optional
    Section: libs
    Installed-Size: 541
    Maintainer: Craig Small <csmall@debian.org>
    Architecture: amd64
    Version: 6.4-4
    Depends: libc6 (>= 2.34)
    Description: shared low-level terminfo library for terminal handling
     The ncurses library routines are a terminal-independent method of
     updating character screens with reasonable optimization.
    Homepage: https://invisible-island.net/ncurses/

    Package: libuuid1
    Priority: optional
    Section: libs
    Installed-Size: 79
    Maintainer: util-linux packagers <util-linux@packages.debian.org>
    Architecture: amd64
    Version: 2.38.1-5+deb12u3
    Depends: libc6 (>= 2.25)
    Description: Universally Unique ID library
     The libuuid library generates and parses 128-bit Universally Unique
     IDs (UUIDs). A UUID is an identifier that is unique within the space
     of all such identifiers across both space and time. It can be used for
     multiple purposes, from tagging objects with an extremely short lifetime
     to reliably identifying very persistent objects across a network.
    Homepage: https://www.kernel.org/pub/linux/utils/util-linux/

    Package: libzstd1
    Priority: optional
    Section: libs
    Installed-Size: 785
    Maintainer: RPM packaging team <team+pkg-rpm@tracker.debian.org>
    Architecture: amd64
    Version: 1.5.4+dfsg2-5
    Depends: libc6 (>= 2.34)
    Description: fast lossless compression algorithm
     Zstd, short for Zstandard, is a fast lossless compression algorithm, targeting
     real-time compression scenarios at zlib-level compression ratio.
    Homepage: https://github.com/facebook/zstd

    Package: login
    Priority: required
    Section: admin
    Installed-Size: 2550
    Maintainer: Shadow package maintainers <pkg-shadow-devel@lists.alioth.debian.org>
    Architecture: amd64
    Version: 1:4.13+dfsg1-1+deb12u1
    Pre-Depends: libaudit1 (>= 1:2.2.1), libc6 (>= 2.34), libcrypt1 (>= 1:4.1.0),
     libpam0g (>= 0.99.7.1), libpam-runtime, libpam-modules
    Description: system login tools
     This package provides some required infrastructure for logins and for
     changing effective user or group IDs, including:
      * login, the program that invokes a user shell on a virtual terminal;
      * nologin, a dummy shell for disabled user accounts;
    Homepage: https://github.com/shadow-maint/shadow

    Package: ncurses-base
    Priority: required
    Section: misc
    Installed-Size: 379
    Maintainer: Craig Small <csmall@debian.org>
    Architecture: all
    Version: 6.4-4
    Description: basic terminal type definitions
     The ncurses library routines are a terminal-independent method of
     updating character screens with reasonable optimization.
    Homepage: https://invisible-island.net/ncurses/

    Package: passwd
    Priority: required
    Section: admin
    Installed-Size: 2827
    Maintainer: Shadow package maintainers <pkg-shadow-devel@lists.alioth.debian.org>
    Architecture: amd64
    Version: 1:4.13+dfsg1-1+deb12u1
    Depends: libaudit1 (>= 1:2.2.1), libc6 (>= 2.36), libcrypt1 (>= 1:4.1.0),
     libpam0g (>= 0.99.7.1), libselinux1 (>= 3.1~), libsemanage2 (>= 2.0.32), libpam-modules
    Description: change and administer password and group data
     This package includes passwd, chsh, chfn, and many other programs to
     maintain password and group data.
    Homepage: https://github.com/shadow-maint/shadow

    Package: perl-base
    Priority: required
    Section: perl
    Installed-Size: 7639
    Maintainer: Niko Tyni <ntyni@debian.org>
    Architecture: amd64
    Version: 5.36.0-7+deb12u2
    Pre-Depends: libc6 (>= 2.35), libcrypt1 (>= 1:4.1.0), dpkg (>= 1.17.17)
    Description: minimal Perl system
     Perl is a scripting language used in many system scripts and utilities.
    Homepage: http://dev.perl.org/perl5/

    Package: sed
    Priority: required
    Section: utils
    Installed-Size: 987
    Maintainer: Clint Adams <clint@debian.org>
    Architecture: amd64
    Version: 4.9-1
    Pre-Depends: libacl1 (>= 2.2.23), libc6 (>= 2.34), libselinux1 (>= 3.1~)
    Description: GNU stream editor for filtering/transforming text
     sed reads the specified files or the standard input if no
     files are specified, makes editing changes according to a
     list of commands, and writes the results to the standard
     output.
    Homepage: https://www.gnu.org/software/sed/

    Package: sysvinit-utils
    Priority: required
    Section: admin
    Installed-Size: 100
    Maintainer: Debian sysvinit maintainers <debian-init-diversity@chiark.greenend.org.uk>
    Architecture: amd64
    Version: 3.06-4
    Depends: libc6 (>= 2.34)
    Description: System-V-like utilities
     This package contains the important System-V-like utilities.
    Homepage: https://github.com/slicer69/sysvinit

    Package: tar
    Priority: required
    Section: utils
    Installed-Size: 3144
    Maintainer: Janos Lenart <ocsi@debian.org>
    Architecture: amd64
    Version: 1.34+dfsg-1.2+deb12u1
    Pre-Depends: libacl1 (>= 2.2.23), libc6 (>= 2.34), libselinux1 (>= 3.1~)
    Description: GNU version of the tar archiving utility
     Tar is a program for packaging a set of files as a single archive in tar
     format.  The function it performs is conceptually similar to cpio, and to
     things like PKZIP in the DOS world.  It is heavily used by the Debian package
     management system, and is useful for performing system backups and exchanging
     sets of files with others.
    Homepage: https://www.gnu.org/software/tar/

    Package: util-linux
    Priority: required
    Section: utils
    Installed-Size: 4978
    Maintainer: util-linux packagers <util-linux@packages.debian.org>
    Architecture: amd64
    Version: 2.38.1-5+deb12u3
    Depends: util-linux-extra
    Pre-Depends: libblkid1 (>= 2.37.2), libc6 (>= 2.34), libcap-ng0 (>= 0.7.9),
     libcrypt1 (>= 1:4.1.0), libmount1 (>= 2.38), libpam0g (>= 0.99.7.1), libselinux1 (>= 3.1~),
     libsmartcols1 (>= 2.38), libsystemd0, libtinfo6 (>= 6), libudev1 (>= 183),
     libuuid1 (>= 2.16), zlib1g (>= 1:1.1.4)
    Description: miscellaneous system utilities
     This package contains a number of important utilities, most of which
     are oriented towards maintenance of your system. Some of the more
     important utilities included in this package allow you to view kernel
     messages, create new filesystems, view block device information,
     interface with real time clock, etc.
    Homepage: https://www.kernel.org/pub/linux/utils/util-linux/

    Package: zlib1g
    Priority: optional
    Section: libs
    Installed-Size: 168
    Maintainer: Mark Brown <broonie@debian.org>
    Architecture: amd64
    Version: 1:1.2.13.dfsg-1
    Depends: libc6 (>= 2.14)
    Description: compression library - runtime
     zlib is a library implementing the deflate compression method found
     in gzip and PKZIP.  This package includes the shared library.
    Homepage: http://zlib.net/

    """#
}
