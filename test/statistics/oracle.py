"""Reference values for src/statistics, written to oracle.json beside this file. Every entry names what computed it.
Run it in a venv with numpy, scipy, statsmodels, scikit-learn, krippendorff and pandas; the versions are in the output."""
import json, math, itertools, pathlib, sys
from fractions import Fraction
from math import comb
import numpy as np, scipy, statsmodels, sklearn
from scipy import stats
from scipy.optimize import brentq
from statsmodels.stats.proportion import proportion_confint, confint_proportions_2indep
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa
import statsmodels.api as sm
import importlib.metadata as md

Z = stats.norm.ppf(0.975)
out = {"versions": {n: md.version(n) for n in ["numpy","scipy","statsmodels","scikit-learn","krippendorff","pandas"]} | {"python": sys.version.split()[0]},
       "z_0975": Z, "note": "floats at full double precision; compare with a relative tolerance of 1e-9 unless an entry says otherwise"}

# 1 one proportion
def one(k,n):
    r = {"passed":k,"n":n}
    if n == 0:
        return r | {"wilson": None, "clopper_pearson": None, "expected": "insufficient data: no interval over nothing"}
    lo,hi = proportion_confint(k,n,0.05,"wilson"); r["wilson"]=[float(lo),float(hi)]
    lo,hi = proportion_confint(k,n,0.05,"beta"); r["clopper_pearson"]=[float(lo),float(hi)]
    return r
out["proportion_ci95"] = {"by":"statsmodels proportion_confint(method=wilson|beta)","cases":[one(k,n) for k,n in [(0,1),(1,1),(0,5),(1,5),(3,5),(5,5),(9,10),(10,10),(17,20),(0,30),(30,30),(47,54),(54,54),(81,98),(1,1000),(812,1000),(0,0)]]}

# 2 two independent proportions
def indep(k1,n1,k2,n2):
    lo,hi = confint_proportions_2indep(k1,n1,k2,n2,method="newcomb",compare="diff")
    f = stats.fisher_exact([[k1,n1-k1],[k2,n2-k2]])
    return {"a":[k1,n1],"b":[k2,n2],"diff":k1/n1-k2/n2,"newcombe_ci95":[float(lo),float(hi)],"fisher_two_sided_p":float(f.pvalue)}
out["two_independent"] = {"by":"statsmodels confint_proportions_2indep(method=newcomb, compare=diff): first minus second; scipy fisher_exact","cases":[indep(*c) for c in [(56,70,48,80),(9,10,3,10),(10,10,0,20),(5,5,2,5),(5,5,4,5),(10,10,5,10),(47,54,41,54),(812,1000,790,1000),(3,3,0,3)]]}

# 3 paired proportions
def wilson(k,n,z=Z):
    p=k/n; d=1+z*z/n; c=(p+z*z/(2*n))/d; h=z*math.sqrt(p*(1-p)/n+z*z/(4*n*n))/d
    return c-h,c+h
def newcombe_paired(a,b,c,d):
    """Newcombe 1998, paired, method 10 (square-and-add). a both pass, b only first, c only second, d neither; first minus second."""
    n=a+b+c+d; p1=(a+b)/n; p2=(a+c)/n
    l1,u1=wilson(a+b,n); l2,u2=wilson(a+c,n)
    A=a*d-b*c
    B = A-n/2 if A>n/2 else (0 if A>=0 else A)
    den=(a+b)*(c+d)*(a+c)*(b+d)
    phi = 0 if den==0 else B/math.sqrt(den)
    lo=(p1-p2)-math.sqrt(max(0,(p1-l1)**2-2*phi*(p1-l1)*(u2-p2)+(u2-p2)**2))
    hi=(p1-p2)+math.sqrt(max(0,(p2-l2)**2-2*phi*(p2-l2)*(u1-p1)+(u1-p1)**2))
    return lo,hi
def tango(b,c,n):
    """Tango 1998 score interval for the paired difference by root finding."""
    def score(delta):
        A=2*n; B=-b-c+(2*n-b+c)*delta; C=-c*delta*(1-delta)
        q=(math.sqrt(max(0,B*B-4*A*C))-B)/(2*A)
        v=n*(2*q+delta*(1-delta))
        return (b-c-n*delta)/math.sqrt(v) if v>0 else (math.inf if b-c-n*delta>0 else -math.inf if b-c-n*delta<0 else 0.0)
    est=(b-c)/n; e=1e-12
    lo = -1.0 if score(-1+e) < Z else brentq(lambda x:score(x)-Z,-1+e,est-1e-14 if est>-1+1e-9 else est, xtol=1e-15)
    hi = 1.0 if score(1-e) > -Z else brentq(lambda x:score(x)+Z,est+1e-14,1-e, xtol=1e-15)
    return lo,hi
def mcn(b,c):
    n=b+c
    if n==0: return 1.0,1.0
    p=float(mcnemar([[0,b],[c,0]],exact=True).pvalue)
    k=min(b,c); mid = 2*stats.binom.cdf(k,n,0.5)-stats.binom.pmf(k,n,0.5)
    return p,min(1.0,float(mid))
def paired(a,b,c,d):
    n=a+b+c+d; p,mid=mcn(b,c)
    lo,hi=newcombe_paired(a,b,c,d)
    r={"both":a,"only_first":b,"only_second":c,"neither":d,"diff":(b-c)/n,"newcombe_ci95":[lo,hi],"mcnemar_exact_p":p,"mcnemar_mid_p":mid}
    try: r["tango_ci95"]=list(tango(b,c,n))
    except Exception as ex: r["tango_ci95"]=None
    return r
out["two_paired"] = {"by":"McNemar: statsmodels mcnemar(exact=True), mid-p from scipy.binom; Newcombe method 10 and Tango: written here from the papers' formulas, checked against the published figure below",
  "published_check":{"table":[59,6,16,80],"source":"CRAN contingencytables (Cavo et al. 2012)","newcombe_ci95_4_decimals":[-0.1186,-0.0046],"ours":list(newcombe_paired(59,6,16,80))},
  "cases":[paired(*c) for c in [(59,6,16,80),(1,1,7,12),(40,8,2,4),(45,1,6,2),(54,0,0,0),(0,0,0,20),(48,0,6,0),(10,5,5,10),(0,10,0,10),(700,60,40,200),(3,1,0,1),(20,3,3,1)]]}

# 4 pass@k and pass^k
def pk(n,c,k): return {"n":n,"passed":c,"k":k,"pass_hat_k":float(Fraction(comb(c,k),comb(n,k))),"pass_at_k":float(1-Fraction(comb(n-c,k),comb(n,k)))}
out["pass_k"]={"by":"exact fractions: pass^k = C(c,k)/C(n,k), pass@k = 1 - C(n-c,k)/C(n,k); a case with n < k has none","cases":[pk(n,c,k) for n,c,k in [(1,1,1),(1,0,1),(3,2,1),(3,2,2),(3,2,3),(5,5,5),(5,4,3),(5,3,3),(8,6,4),(10,7,3),(10,10,10),(10,0,3),(64,60,8)]],
  "mean_over_cases":{"k":2,"cases":[[3,3],[3,2],[3,0],[4,2]],"as":"[n, passed]","pass_hat_k":float(sum(Fraction(comb(c,2),comb(n,2)) for n,c in [(3,3),(3,2),(3,0),(4,2)])/4)}}

# 5 mean with clusters (repeats within a case)
rng=np.random.default_rng(20261130)
def clustered(groups):
    y=np.concatenate([np.asarray(g,float) for g in groups]); gid=np.concatenate([[i]*len(g) for i,g in enumerate(groups)])
    ols=sm.OLS(y,np.ones_like(y))
    se_n=float(ols.fit().bse[0]) if len(y)>1 else None
    raw=float(ols.fit(cov_type="cluster",cov_kwds={"groups":gid,"use_correction":False}).bse[0])
    cor=float(ols.fit(cov_type="cluster",cov_kwds={"groups":gid,"use_correction":True}).bse[0])
    means=np.array([np.mean(g) for g in groups]); m=len(means)
    return {"groups":[list(map(float,g)) for g in groups],"mean_of_all":float(y.mean()),"mean_of_case_means":float(means.mean()),
            "se_naive":se_n,"se_cluster_uncorrected":raw,"se_cluster_corrected":cor,
            "se_of_case_means":float(means.std(ddof=1)/math.sqrt(m)) if m>1 else None,
            "t_ci95_of_case_means":[float(v) for v in stats.t.interval(0.95,m-1,loc=means.mean(),scale=means.std(ddof=1)/math.sqrt(m))] if m>1 and means.std(ddof=1)>0 else None}
g1=[[4,4,3],[2,2,2],[3,4,4],[1,2,1],[4,4,4],[3,3,2]]
g2=[[100,66.7,100],[33.3,33.3,0],[66.7,66.7,100],[100,100,100],[0,33.3,0]]
g3=[[1,1,1,1,1],[1,0,1,1,0],[0,0,0,0,0],[1,1,0,1,1]]
out["clustered_mean"]={"by":"statsmodels OLS on a constant, cov_type=cluster (use_correction False/True); case means by numpy; t interval by scipy","cases":[clustered(g) for g in (g1,g2,g3)]}

# 6 paired difference of scores: sign-flip permutation (exact), t, Wilcoxon, bootstrap
def signflip(d):
    d=np.asarray(d,float); obs=abs(d.mean()); n=len(d)
    cnt=sum(1 for s in itertools.product((1,-1),repeat=n) if abs(np.dot(s,d)/n) >= obs-1e-12)
    return cnt/2**n
def diffs(d):
    d=np.asarray(d,float); n=len(d)
    perm=stats.permutation_test((d,np.zeros(n)),lambda x,y,axis=0: np.mean(x-y,axis=axis),permutation_type="samples",n_resamples=np.inf,vectorized=True)
    se=d.std(ddof=1)/math.sqrt(n) if n>1 else None
    r={"differences":list(map(float,d)),"mean":float(d.mean()),"sign_flip_exact_p":signflip(d),"scipy_permutation_p":float(perm.pvalue),
       "t_ci95":[float(v) for v in stats.t.interval(0.95,n-1,loc=d.mean(),scale=se)] if se else None,
       "t_p":float(stats.ttest_1samp(d,0).pvalue) if se else None}
    nz=d[d!=0]; pos=int((nz>0).sum())
    r["sign_test_p"]=float(stats.binomtest(pos,len(nz),0.5).pvalue) if len(nz) else 1.0
    if se:
        bs=stats.bootstrap((d,),np.mean,n_resamples=200000,method="percentile",rng=np.random.default_rng(1),batch=2000)
        r["bootstrap_percentile_ci95"]=[float(bs.confidence_interval.low),float(bs.confidence_interval.high)]
        try:
            bc=stats.bootstrap((d,),np.mean,n_resamples=200000,method="BCa",rng=np.random.default_rng(1),batch=2000); r["bootstrap_bca_ci95"]=[float(bc.confidence_interval.low),float(bc.confidence_interval.high)]
        except Exception: r["bootstrap_bca_ci95"]=None
    return r
out["paired_scores"]={"by":"sign flip: full enumeration here, checked by scipy permutation_test(permutation_type=samples); scipy t, binomtest, bootstrap (200,000 resamples: compare with a tolerance of 2 % of the interval's width)",
 "cases":[diffs(x) for x in ([1,0,0,1,-1,1,0,1,1,0],[0.5,0.5,0.5,0.5,0.5,0.5],[33.3,0,0,-33.3,66.7,0,33.3,0,0,33.3,0,0],[-1,-2,0,-1,-1,0,-3,-1],[0,0,0,0,1],[2.5,-2.5],[10,12,9,11,-1,14,8,3,7,13,5,6])]}

# 7 Holm
for p in ([0.01,0.04,0.03,0.005],[0.02],[0.5,0.5,0.04],[0.001,0.0012,0.049,0.2,0.8]):
    out.setdefault("holm",{"by":"statsmodels multipletests(method=holm)","cases":[]})["cases"].append({"p":p,"adjusted":[float(v) for v in multipletests(p,method="holm")[1]]})

# 8 agreement of judges (levels 1..4)
import krippendorff
from sklearn.metrics import cohen_kappa_score
def agree(x,y):
    lab=[1,2,3,4]
    t=np.zeros((4,4)); 
    for i,j in zip(x,y): t[i-1,j-1]+=1
    q=cohen_kappa_score(x,y,labels=lab,weights="quadratic"); u=cohen_kappa_score(x,y,labels=lab)
    l=cohen_kappa_score(x,y,labels=lab,weights="linear")
    return {"a":x,"b":y,"exact_agreement":float(np.mean(np.array(x)==np.array(y))),"within_one":float(np.mean(abs(np.array(x)-np.array(y))<=1)),
            "kappa":float(u),"kappa_linear":float(l),"kappa_quadratic":float(q),
            "statsmodels_kappa":float(cohens_kappa(t,return_results=False)),
            "krippendorff_ordinal":float(krippendorff.alpha([x,y],level_of_measurement="ordinal",value_domain=lab)),
            "krippendorff_nominal":float(krippendorff.alpha([x,y],level_of_measurement="nominal",value_domain=lab))}
out["agreement"]={"by":"scikit-learn cohen_kappa_score, statsmodels cohens_kappa, krippendorff.alpha","cases":[agree(*c) for c in (([4,4,3,2,1,3,4,2,3,4],[4,3,3,2,1,3,4,1,3,4]),([1,2,3,4,1,2,3,4],[1,2,3,4,1,2,3,4]),([4,4,4,3,2,4,4,1],[4,4,3,3,3,4,4,2]),([1,1,2,2,3,3,4,4],[4,4,3,3,2,2,1,1]))],
 "undefined":{"a":[4,4,4],"b":[4,4,4],"expected":"kappa is undefined (0/0) when both give one level throughout: say so, never 1 or NaN"}}
missing=[[4,3,None,2,1,3],[4,3,2,2,1,None],[3,3,2,None,1,3]]
out["agreement"]["three_raters_missing"]={"ratings":missing,"krippendorff_ordinal":float(krippendorff.alpha(np.array([[np.nan if v is None else v for v in r] for r in missing],float),level_of_measurement="ordinal",value_domain=[1,2,3,4]))}

# 9 quantiles
for xs in ([5],[1,2],[3.1,0.4,2.2,9.9,1.5],[float(i) for i in range(1,101)],[0.82,1.1,0.97,4.4,1.3,0.88,12.5]):
    out.setdefault("quantiles",{"by":"numpy.quantile, default (linear, type 7)","cases":[]})["cases"].append({"values":xs,"p50":float(np.quantile(xs,.5)),"p95":float(np.quantile(xs,.95)),"min":float(min(xs)),"max":float(max(xs)),"mean":float(np.mean(xs)),"sd":float(np.std(xs,ddof=1)) if len(xs)>1 else None})

# 10 grade of levels
def grade(e,g,f,p):
    n=e+g+f+p
    return None if n==0 else float((Fraction(4*e+3*g+2*f+p,n)-1)*100/3)
out["grade"]={"by":"(mean level - 1) * 100 / 3 with exact fractions; excellent 4, good 3, fair 2, poor 1","cases":[{"excellent":e,"good":g,"fair":f,"poor":p,"grade":grade(e,g,f,p)} for e,g,f,p in [(5,0,0,0),(0,5,0,0),(0,0,5,0),(0,0,0,5),(3,2,0,0),(2,2,1,0),(1,1,1,1),(0,0,1,5),(7,2,1,0),(0,0,0,0),(11,3,0,0),(1,0,0,2)]]}
# pass rule of answers to questions
def qa(cor,com,con,rel):
    pts=Fraction(40*cor+30*com+15*con+15*rel,400); return {"correctness":cor,"completeness":com,"conciseness":con,"relevance":rel,"normalised":float(pts),"passes":bool(pts>=Fraction(6,10) and cor>=2)}
out["qa_rule"]={"by":"weights 0.40/0.30/0.15/0.15 over 4 points, pass >= 0.6 and correctness >= fair","cases":[qa(*c) for c in [(4,4,4,4),(1,4,4,4),(2,2,3,3),(2,2,4,4),(3,2,2,2),(2,3,2,2),(2,2,2,4),(3,3,1,1),(1,1,1,1)]]}

# 11 power: what difference can n paired cases show?
def mcnemar_power(n,p_disc,share,alpha=0.05):
    """n pairs, chance p_disc that a pair is discordant, share of discordant pairs in favour of the first; exact test."""
    tot=0.0
    for m in range(n+1):
        pm=stats.binom.pmf(m,n,p_disc)
        if pm<1e-15 or m==0: continue
        rej=sum(stats.binom.pmf(k,m,share) for k in range(m+1) if (lambda b,c: mcn(b,c)[0])(k,m-k)<=alpha)
        tot+=pm*rej
    return float(tot)
out["mcnemar_power"]={"by":"enumeration with scipy.stats.binom, exact two-sided McNemar at 0.05","cases":[{"n":n,"discordant":d,"share_first":s,"diff":d*(2*s-1),"power":mcnemar_power(n,d,s)} for n,d,s in [(20,.3,.8),(50,.2,.8),(50,.3,.75),(100,.2,.75),(100,.3,.7),(200,.2,.7)]]}
# smallest number of one-sided changes that is significant
out["smallest_significant_swing"]={"by":"exact McNemar two-sided p <= 0.05 when all discordant pairs point one way","discordant_needed":next(m for m in range(1,50) if mcn(m,0)[0]<=0.05),"table":[{"all_one_way":m,"p":mcn(m,0)[0],"mid_p":mcn(m,0)[1]} for m in range(1,9)]}

# 12 clusters of unequal size (questions of one document), and a Wilson interval over the effective number of cases
def eff(groups):
    r=clustered(groups); y=np.concatenate([np.asarray(g,float) for g in groups]); n=len(y); p=y.mean()
    srs=math.sqrt(p*(1-p)/n) if 0<p<1 else None
    if srs is None or r["se_cluster_corrected"]==0:
        m=len(groups); k=m if p==1 else 0 if p==0 else None
        lo,hi = proportion_confint(k,m,0.05,"wilson") if k is not None else (None,None)
        return {"groups":r["groups"],"p":float(p),"n":n,"clusters":m,"deff":None,"n_effective":m if k is not None else None,"wilson_effective_ci95":[float(lo),float(hi)] if k is not None else None,"rule":"all pass or all fail: Wilson over the number of clusters"}
    deff=max(1.0,(r["se_cluster_corrected"]/srs)**2); ne=n/deff
    lo,hi=proportion_confint(p*ne,ne,0.05,"wilson")
    return {"groups":r["groups"],"p":float(p),"n":n,"clusters":len(groups),"se_cluster_corrected":r["se_cluster_corrected"],"deff":float(deff),"n_effective":float(ne),"wilson_effective_ci95":[float(lo),float(hi)]}
out["clustered_rate"]={"by":"statsmodels cluster-robust SE (use_correction=True), design effect at least 1, statsmodels Wilson over n / deff","cases":[eff(g) for g in ([[1,1,1],[0,0,0],[1,1,0],[1,1,1],[1,0,1]],[[1,0],[1,1,1,0,1],[0,0,1],[1]],[[1,1],[1,1,1],[1]],[[0,0,0],[0]],[[1,0,1],[0,1,0],[1,0,1],[0,1,0]])]}
out["clustered_mean"]["cases"].append(clustered([[100,66.7],[33.3,33.3,0,66.7,0],[66.7],[100,100,66.7]]))

# 13 where the noise is: between cases or within (repeats); balanced one-way random effects
def components(groups):
    a=np.array(groups,float); m,k=a.shape; gm=a.mean(axis=1); msb=k*gm.var(ddof=1); msw=a.var(axis=1,ddof=1).mean()
    b=max(0.0,(msb-msw)/k)
    return {"groups":a.tolist(),"ms_between":float(msb),"ms_within":float(msw),"var_between":float(b),"var_within":float(msw),"icc1":float(b/(b+msw)) if b+msw>0 else None,
            "se_now":float(math.sqrt(msb/k/m)),"se_with_twice_the_repeats":float(math.sqrt((b+msw/(2*k))/m)),"se_with_twice_the_cases":float(math.sqrt((b+msw/k)/(2*m)))}
out["variance_components"]={"by":"numpy, method of moments","cases":[components(g) for g in ([[4,4,3],[2,2,2],[3,4,4],[1,2,1],[4,4,4],[3,3,2]],[[1,0,1],[0,1,0],[1,1,0],[0,0,1]],[[1,1],[0,0],[1,1]])]}

# 14 how often is a variant first? resampling of cases, ties shared
def first_share(table,B=200000,seed=7):
    names=list(table); a=np.array([table[n] for n in names],float); n=a.shape[1]; r=np.random.default_rng(seed); win=np.zeros(len(names))
    for _ in range(B//1000):
        idx=r.integers(0,n,(1000,n)); m=a[:,idx].mean(axis=2); top=m.max(axis=0); w=(m>=top-1e-12).astype(float); win+=(w/w.sum(axis=0)).sum(axis=1)
    return {k:float(v/ B) for k,v in zip(names,win)}
tab={"a":[100,66.7,100,33.3,66.7,100,66.7,100,66.7,100],"b":[66.7,66.7,100,33.3,66.7,100,66.7,66.7,66.7,66.7],"c":[33.3,33.3,66.7,0,33.3,66.7,66.7,33.3,33.3,66.7]}
out["first_share"]={"by":"numpy, 200,000 resamples of cases with shared case draws, ties shared; compare within 0.01","table":tab,"share":first_share(tab)}

pathlib.Path(__file__).with_name("oracle.json").write_text(json.dumps(out,indent=1,allow_nan=False))
print(json.dumps(out["versions"])); print(out["two_paired"]["published_check"]); print(out["smallest_significant_swing"]["discordant_needed"]); print(out["mcnemar_power"]["cases"])
